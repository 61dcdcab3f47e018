import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { simCard } from '#contract/organization/simCard'
import { call, isFailure } from '#src/api/call.ts'
import { queryKeyOf, useCall } from '#src/api/useCall.ts'
import { PageForm } from '#src/forms/PageForm.tsx'
import { useFormWindow } from '#src/forms/useFormWindow.ts'
import { useSettle } from '#src/forms/useSettle.ts'
import { usePermission } from '#src/session/usePermission.ts'
import { lazyPart } from '#src/ui/lazyPart.tsx'
import { momentText } from '#src/time/moment.ts'
import { SecondaryText } from '#src/ui/SecondaryText.tsx'
import { Section } from '#src/ui/Section.tsx'

const LineCanvas = lazyPart(() => import('#src/charts/LineCanvas.tsx'))
const HEIGHT = 220
const { actions } = simCard

/** What a card used by month, as a chart and in figures; what the carrier says is entered by hand. */
export function SimUsageSection({ id, usedMb }: { id: number; usedMb: number | null }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const { reread } = useSettle([simCard.calls.get, simCard.calls.page])
  const mayEdit = usePermission(simCard.codes.edit) === true
  const usages = useCall(actions.usages, { params: { id } })
  const form = useFormWindow({ draft: `sim usage ${id}`, begun: { month: '', usedMb: '' }, asks: false })
  const { value } = form
  const say = (body: { month: string; usedMb: number | null }, done: string) =>
    form.send(
      async () => {
        const answer = await call(actions.saveUsage, { params: { id }, body })
        return isFailure(answer) ? null : answer
      },
      done,
      (answer) => {
        queries.setQueryData(queryKeyOf(actions.usages, { params: { id } }), answer)
        reread()
        form.undo()
      },
    )
  const save = async () => {
    const body = { month: value.month.trim(), usedMb: value.usedMb.trim() === '' ? Number.NaN : Number(value.usedMb) }
    const { shape } = actions.saveUsage.body
    const found = {
      ...(shape.month.safeParse(body.month).success ? {} : { month: t('organization:sim.badMonth') }),
      ...(shape.usedMb.safeParse(body.usedMb).success ? {} : { usedMb: t('organization:sim.badUsage') }),
    }
    form.say(found)
    if (Object.keys(found).length === 0) await say(body, t('organization:sim.saved'))
  }
  const all = usages.data ?? []
  const points = useMemo(() => (usages.data ?? []).map(({ month, usedMb: used }) => [month, used] as const), [usages.data])
  return (
    <Section title={t('organization:sim.usage')}>
      <Stack sx={{ gap: 2 }}>
        {usedMb !== null && <Typography>{t('organization:sim.thisMonth', { used: usedMb })}</Typography>}
        {usages.isSuccess && all.length === 0 && <SecondaryText variant="body1">{t('organization:sim.usageEmpty')}</SecondaryText>}
        {all.length > 0 && (
          <Suspense>
            <LineCanvas points={points} name="MB" label={t('organization:sim.usage')} height={HEIGHT} />
          </Suspense>
        )}
        {mayEdit && (
          <PageForm form={{ ...form, brought: false }} direction="row" sx={{ gap: 1, flexWrap: 'wrap' }} onSave={save}>
            <TextField
              size="small"
              label={t('organization:sim.month')}
              placeholder="YYYY-MM"
              slotProps={{ htmlInput: { maxLength: 7 } }}
              {...form.text('month')}
            />
            <TextField
              size="small"
              label={t('organization:sim.usedMb')}
              slotProps={{ htmlInput: { maxLength: 20, inputMode: 'decimal' } }}
              {...form.text('usedMb')}
            />
            <Button type="submit" variant="outlined" loading={form.saving} sx={{ alignSelf: 'flex-start' }}>
              {t('organization:sim.save')}
            </Button>
          </PageForm>
        )}
        {all.length > 0 && (
          <Table size="small" aria-label={t('organization:sim.usage')}>
            <TableBody>
              {all.toReversed().map((one) => (
                <TableRow key={one.month}>
                  <TableCell>{one.month}</TableCell>
                  <TableCell align="right" sx={{ fontVariantNumeric: 'tabular-nums' }}>{`${one.usedMb} MB`}</TableCell>
                  <TableCell sx={{ display: { xs: 'none', sm: 'table-cell' } }}>
                    {t('organization:sim.saidBy', { name: one.by ?? '--', at: momentText(one.at) })}
                  </TableCell>
                  {mayEdit && (
                    <TableCell align="right">
                      <Button size="small" onClick={() => void say({ month: one.month, usedMb: null }, t('organization:sim.taken'))}>
                        {t('organization:sim.take', { month: one.month })}
                      </Button>
                    </TableCell>
                  )}
                </TableRow>
              ))}
            </TableBody>
          </Table>
        )}
      </Stack>
    </Section>
  )
}
