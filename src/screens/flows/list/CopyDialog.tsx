import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { areaCalls } from '#contract/farm/area'
import { type Flow, flowCalls } from '#contract/flows/flow'
import { call, isFailure } from '#src/api/call.ts'
import { useCall } from '#src/api/useCall.ts'
import { useDraftState } from '#src/session/useDraft.ts'
import { DraftNote } from '#src/ui/DraftNote.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { reasonOf } from '#src/ui/tipFor.ts'
import { toast } from '#src/ui/toast.ts'

const NAME_MAX = 60

interface CopyDraft {
  readonly name: string
  readonly areaId: number
}

/** Copies a flow under another name, also to another base. */
export function CopyDialog({ of, onClose, onCopied }: { of: Flow; onClose: () => void; onCopied: () => void }) {
  const { t } = useTranslation()
  const [begun] = useState((): CopyDraft => ({ name: t('flows:flow.copyOf', { name: of.name }).slice(0, NAME_MAX), areaId: of.areaId }))
  const { value, brought, change, undo, drop } = useDraftState<CopyDraft>(`copyFlow ${of.id}`, begun)
  const { name, areaId } = value
  const [fault, setFault] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const [sending, setSending] = useState(false)
  const bases = useCall(areaCalls.page, { query: { page: 1, size: 0, organizationType: 'area' } }).data?.content ?? []
  const close = () => {
    drop()
    onClose()
  }
  const send = async (event: FormEvent) => {
    event.preventDefault()
    setFailure(undefined)
    if (name.trim() === '') return setFault(t('errors:field.onlySpaces'))
    setSending(true)
    const answer = await call(flowCalls.copy, { params: { id: of.id }, body: { areaId, name } }, { quiet: true })
    setSending(false)
    if (isFailure(answer)) {
      if (answer.fields?.name) setFault(answer.fields.name)
      else setFailure(reasonOf(answer))
      return
    }
    const base = bases.find((one) => one.areaId === areaId)?.areaName
    toast(
      'success',
      areaId === of.areaId || base === undefined ? t('flows:flow.copied', { name }) : t('flows:flow.copiedTo', { name, base }),
    )
    onCopied()
    close()
  }
  return (
    <Modal open keepOpen onClose={close} width={480} title={t('flows:flow.copyTitle', { name: of.name })}>
      <Stack component="form" noValidate spacing={2} onSubmit={(event) => void send(event)}>
        <DraftNote shown={brought} onDrop={undo} />
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('flows:flow.copyText')}
        </Typography>
        <TextField
          select
          label={t('flows:flow.copyBase')}
          value={areaId}
          onChange={({ target }) => change({ ...value, areaId: Number(target.value) })}
        >
          {!bases.some((one) => one.areaId === areaId) && <MenuItem value={areaId}>{`#${areaId}`}</MenuItem>}
          {bases.map((one) => (
            <MenuItem key={one.areaId} value={one.areaId}>
              {one.areaName}
            </MenuItem>
          ))}
        </TextField>
        <TextField
          required
          label={t('flows:flow.copyName')}
          value={name}
          error={fault !== undefined}
          helperText={fault}
          slotProps={{ htmlInput: { maxLength: NAME_MAX } }}
          onChange={({ target }) => {
            setFault(undefined)
            change({ ...value, name: target.value })
          }}
        />
        {failure !== undefined && <Alert severity="error">{failure}</Alert>}
        <Stack direction="row" sx={{ justifyContent: 'flex-end', gap: 1 }}>
          <Button onClick={close}>{t('crud:cancel')}</Button>
          <Button type="submit" variant="contained" loading={sending}>
            {t('flows:flow.act.copy')}
          </Button>
        </Stack>
      </Stack>
    </Modal>
  )
}
