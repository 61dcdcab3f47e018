import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Held, HELD_KINDS, handOverCalls, type RefusedItem } from '#contract/organization/handOver'
import { call, isFailure } from '#src/api/call.ts'
import { useCall } from '#src/api/useCall.ts'
import { useDraftState } from '#src/session/useDraft.ts'
import { DraftNote } from '#src/ui/DraftNote.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { QueryGate } from '#src/ui/QueryGate.tsx'
import { SkeletonList } from '#src/ui/Skeletons.tsx'
import { reasonOf } from '#src/ui/tipFor.ts'
import { toast } from '#src/ui/toast.ts'
import { type Person, PersonSelect } from '../roles/PersonSelect.tsx'

const WIDTH = 640
const keyOf = ({ kind, id }: Pick<Held, 'kind' | 'id'>) => `${kind} ${id}`
const NOTHING: { readonly to: Person | null; readonly without: readonly string[] } = { to: null, without: [] }

/** What somebody holds, to be taken over by somebody else: all of it, by kind or line by line. */
export function HandOverDialog({ of, onClose }: { of: Person; onClose: () => void }) {
  const { t } = useTranslation()
  const held = useCall(handOverCalls.held, { query: { userId: of.userId } }, { staleTime: 0 })
  const { value, brought, change, undo, drop } = useDraftState(`hand over ${of.userId}`, NOTHING)
  const { to, without } = value
  const [refused, setRefused] = useState<readonly RefusedItem[]>([])
  const [failure, setFailure] = useState<string | null>(null)
  const [saving, setSaving] = useState(false)
  const all = held.data ?? []
  const chosen = all.filter((one) => !without.includes(keyOf(one)))
  const close = () => {
    drop()
    onClose()
  }
  const tick = (items: readonly Held[], on: boolean) => {
    const keys = items.map(keyOf)
    change({ ...value, without: on ? without.filter((key) => !keys.includes(key)) : [...new Set([...without, ...keys])] })
  }
  const save = async () => {
    if (to === null) return
    setSaving(true)
    setFailure(null)
    setRefused([])
    const items = chosen.map(({ kind, id }) => ({ kind, id }))
    const answer = await call(handOverCalls.handOver, { body: { userId: of.userId, toUserId: to.userId, items } }, { quiet: true })
    setSaving(false)
    if (isFailure(answer)) return setFailure(reasonOf(answer))
    if (answer.refused.length > 0) return setRefused(answer.refused)
    toast('success', t('organization:user.handOver.done', { name: to.realName }))
    if (chosen.length === all.length) return close()
    drop()
    undo()
    await held.refetch()
  }
  return (
    <Modal
      open
      keepOpen
      onClose={close}
      width={WIDTH}
      title={t('organization:user.handOver.title', { name: of.realName })}
      actions={
        <>
          <Button onClick={close}>{t('crud:cancel')}</Button>
          <Button variant="contained" loading={saving} disabled={to === null || chosen.length === 0} onClick={() => void save()}>
            {t('organization:user.handOver.act', { total: chosen.length })}
          </Button>
        </>
      }
    >
      <Stack sx={{ gap: 2, pt: 0.5 }}>
        <DraftNote shown={brought} onDrop={undo} />
        <PersonSelect label={t('organization:user.handOver.to')} value={to} onChange={(next) => change({ ...value, to: next })} />
        {refused.length > 0 && (
          <Alert severity="error">
            <AlertTitle>{t('organization:user.handOver.refusedTitle', { name: to?.realName ?? '' })}</AlertTitle>
            {refused.map((one) => (
              <div key={keyOf(one)}>
                {t('frame:named', { what: one.title, which: t(`organization:user.handOver.fault.${one.reason}`) })}
              </div>
            ))}
          </Alert>
        )}
        {failure !== null && <Alert severity="error">{failure}</Alert>}
        <QueryGate
          title={t('organization:user.handOver.failed')}
          query={held}
          waiting={<SkeletonList rows={4} height={32} />}
          none={<Typography sx={{ color: 'text.secondary' }}>{t('organization:user.handOver.none')}</Typography>}
        >
          {() =>
            HELD_KINDS.map((kind) => {
              const items = all.filter((one) => one.kind === kind)
              const on = items.filter((one) => chosen.includes(one))
              return items.length === 0 ? null : (
                <Stack key={kind} component="fieldset" sx={{ border: 0, m: 0, p: 0, minWidth: 0 }}>
                  <FormControlLabel
                    control={
                      <Checkbox
                        size="small"
                        checked={on.length === items.length}
                        indeterminate={on.length > 0 && on.length < items.length}
                        onChange={(_, checked) => tick(items, checked)}
                      />
                    }
                    label={<strong>{t(`organization:user.handOver.kind.${kind}`)}</strong>}
                  />
                  {items.map((one) => (
                    <FormControlLabel
                      key={keyOf(one)}
                      sx={{ pl: 3 }}
                      control={<Checkbox size="small" checked={on.includes(one)} onChange={(_, checked) => tick([one], checked)} />}
                      label={one.title}
                    />
                  ))}
                </Stack>
              )
            })
          }
        </QueryGate>
      </Stack>
    </Modal>
  )
}
