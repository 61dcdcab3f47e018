import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

/** One of a list of things that are ready to be taken: what it is (`children`), and what takes it, or `taken` in the place of that. */
export function Offer({
  name,
  take,
  icon,
  loading,
  disabled,
  taken,
  onTake,
  children,
}: {
  name: string
  /** The word of its button. */
  take: string
  icon?: ReactNode
  loading: boolean
  disabled: boolean
  taken?: ReactNode
  onTake: () => void
  children: ReactNode
}) {
  const { t } = useTranslation()
  return (
    <Stack
      component="li"
      direction="row"
      aria-label={name}
      sx={{ alignItems: 'center', gap: 1.5, py: 1.25, borderTop: 1, borderColor: 'divider', flexWrap: { xs: 'wrap', sm: 'nowrap' } }}
    >
      <Box sx={{ flex: '1 1 300px', minWidth: 0 }}>{children}</Box>
      {taken || (
        <Button
          variant="outlined"
          startIcon={icon}
          loading={loading}
          {...(icon === undefined ? {} : { loadingPosition: 'start' })}
          disabled={disabled}
          aria-label={t('crud:pair', { one: take, two: name })}
          onClick={onTake}
          sx={{ minHeight: 44, flexShrink: 0 }}
        >
          {take}
        </Button>
      )}
    </Stack>
  )
}
