import ChevronRight from '@mui/icons-material/ChevronRight'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Stack from '@mui/material/Stack'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router-dom'
import type { Route } from '#contract/core/route'
import { routes } from '#contract/routes'
import { usePageAccess } from '#src/session/usePageAccess.ts'
import { SecondaryText } from '#src/ui/SecondaryText.tsx'

/** HOME-08: in this order a new farm is set up; each step is done on the first of these pages that there is. */
export const STEPS = [
  { step: 'organization', paths: ['/system/organization'] },
  { step: 'area', paths: ['/web/farm/base', '/system/basemanage'] },
  { step: 'land', paths: ['/web/farm/land'] },
  { step: 'farm', paths: ['/web/farm/taskManger', '/web/farm/plan', '/web/farm/activity'] },
  { step: 'batch', paths: ['/web/farm/batch'] },
  { step: 'device', paths: ['/web/equipment/gateway'] },
] as const

const known: readonly Route[] = routes

/** What comes after what; a step is a link where its page exists and the user may open it. */
export function SetupChain() {
  const { t } = useTranslation()
  const farm = usePageAccess('farm')
  const company = usePageAccess('company')
  const pageOf = (paths: readonly string[]) =>
    known.find((route) => {
      if (!paths.includes(route.path)) return false
      const access = route.module === 'company' ? company : farm
      return access?.(route) === true
    })
  return (
    <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none', display: 'flex', flexWrap: 'wrap', rowGap: 1.5 }}>
      {STEPS.map(({ step, paths }, at) => {
        const page = pageOf(paths)
        const name = t(`home:help.step.${step}`)
        return (
          <Stack key={step} component="li" direction="row" sx={{ alignItems: 'center' }}>
            <Stack direction="row" sx={{ alignItems: 'center', gap: 1 }}>
              <Box
                aria-hidden
                sx={{
                  width: 26,
                  height: 26,
                  borderRadius: '50%',
                  display: 'grid',
                  placeItems: 'center',
                  fontSize: 13,
                  fontWeight: 600,
                  bgcolor: page ? 'primary.main' : 'action.selected',
                  color: page ? 'primary.contrastText' : 'text.secondary',
                }}
              >
                {at + 1}
              </Box>
              {page ? (
                <Link component={RouterLink} to={page.path} variant="body2">
                  {name}
                </Link>
              ) : (
                <SecondaryText>{name}</SecondaryText>
              )}
            </Stack>
            {at < STEPS.length - 1 && <ChevronRight aria-hidden fontSize="small" sx={{ mx: 0.75, color: 'text.disabled' }} />}
          </Stack>
        )
      })}
    </Box>
  )
}
