import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { simCard } from '#contract/organization/simCard'
import { call, isFailure } from '#src/api/call.ts'
import { queryKeyOf, useCall } from '#src/api/useCall.ts'
import { useDraftState } from '#src/session/useDraft.ts'
import { usePermission } from '#src/session/usePermission.ts'
import { lazyPart } from '#src/ui/lazyPart.tsx'
import { momentText } from '#src/ui/moment.ts'
import { Section } from '#src/ui/Section.tsx'
import { toast } from '#src/ui/toast.ts'

const UsageCanvas = lazyPart(() => import('./UsageCanvas.tsx'))
const HEIGHT = 220
const { actions } = simCard

/** What a card used by month, as a chart and in figures; what the carrier says is entered by hand. */
export function SimUsageSection({ id, usedMb }: { id: number; usedMb: number | null }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const mayEdit = usePermission(simCard.codes.edit) === true
  const usages = useCall(actions.usages, { params: { id } })
  const { value, change, undo } = useDraftState(`sim usage ${id}`, { month: '', usedMb: '' })
  const [faults, setFaults] = useState<{ month?: string; usedMb?: string }>({})
  const [saving, setSaving] = useState(false)
  const say = async (body: { month: string; usedMb: number | null }, done: string) => {
    setSaving(true)
    const answer = await call(actions.saveUsage, { params: { id }, body })
    setSaving(false)
    if (isFailure(answer)) return
    queries.setQueryData(queryKeyOf(actions.usages, { params: { id } }), answer)
    for (const read of [simCard.calls.get, simCard.calls.page]) void queries.invalidateQueries({ queryKey: queryKeyOf(read) })
    toast('success', done)
    undo()
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const body = { month: value.month.trim(), usedMb: value.usedMb.trim() === '' ? Number.NaN : Number(value.usedMb) }
    const { shape } = actions.saveUsage.body
    const found = {
      ...(shape.month.safeParse(body.month).success ? {} : { month: t('organization:sim.badMonth') }),
      ...(shape.usedMb.safeParse(body.usedMb).success ? {} : { usedMb: t('organization:sim.badUsage') }),
    }
    setFaults(found)
    if (Object.keys(found).length === 0 && !saving) await say(body, t('organization:sim.saved'))
  }
  const all = usages.data ?? []
  return (
    <Section title={t('organization:sim.usage')}>
      <Stack sx={{ gap: 2 }}>
        {usedMb !== null && <Typography>{t('organization:sim.thisMonth', { used: usedMb })}</Typography>}
        {usages.isSuccess && all.length === 0 && (
          <Typography sx={{ color: 'text.secondary' }}>{t('organization:sim.usageEmpty')}</Typography>
        )}
        {all.length > 0 && (
          <Suspense>
            <UsageCanvas usages={all} label={t('organization:sim.usage')} height={HEIGHT} />
          </Suspense>
        )}
        {mayEdit && (
          <Stack component="form" noValidate direction="row" onSubmit={(event) => void save(event)} sx={{ gap: 1, flexWrap: 'wrap' }}>
            <TextField
              size="small"
              label={t('organization:sim.month')}
              placeholder="YYYY-MM"
              value={value.month}
              error={faults.month !== undefined}
              helperText={faults.month}
              slotProps={{ htmlInput: { maxLength: 7 } }}
              onChange={({ target }) => change({ ...value, month: target.value })}
            />
            <TextField
              size="small"
              label={t('organization:sim.usedMb')}
              value={value.usedMb}
              error={faults.usedMb !== undefined}
              helperText={faults.usedMb}
              slotProps={{ htmlInput: { maxLength: 20, inputMode: 'decimal' } }}
              onChange={({ target }) => change({ ...value, usedMb: target.value })}
            />
            <Button type="submit" variant="outlined" loading={saving} sx={{ alignSelf: 'flex-start' }}>
              {t('organization:sim.save')}
            </Button>
          </Stack>
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
