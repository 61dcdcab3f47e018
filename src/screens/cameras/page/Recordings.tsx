import RecordIcon from '@mui/icons-material/FiberManualRecord'
import WarningIcon from '@mui/icons-material/WarningAmberOutlined'
import OffIcon from '@mui/icons-material/PauseCircleOutlined'
import WaitIcon from '@mui/icons-material/HourglassEmpty'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CAMERA_MANAGER, CAMERAS_EDIT } from '#contract/cameras/permission'
import { cameraRecordingCalls, RECORD_MODES, type Recording } from '#contract/cameras/recording'
import { call, isFailure } from '#src/api/call.ts'
import { queryKeyOf, useCall } from '#src/api/useCall.ts'
import { Mark } from '#src/devices/Mark.tsx'
import { asWordKey } from '#src/i18n/i18n.ts'
import { usePermission } from '#src/session/usePermission.ts'
import { bytesText } from '#src/ui/bytesText.ts'
import { useConfirm } from '#src/ui/Confirm.tsx'
import { Fact } from '#src/ui/Fact.tsx'
import { ListGate } from '#src/ui/ListGate.tsx'
import { Section } from '#src/ui/Section.tsx'
import { reasonOf } from '#src/ui/tipFor.ts'
import { toast } from '#src/ui/toast.ts'
import { RecordingForm } from './RecordingForm.tsx'
import { momentText } from '#src/time/moment.ts'

/** How often it is asked how much is kept while it grows, ms. */
const ANEW_MS = 15_000

/** What is kept of the pictures of a camera; who may change cameras sets it, and deletes what is kept. */
export function Recordings({ camera: { id, name } }: { camera: { readonly id: number; readonly name: string } }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const queries = useQueryClient()
  const [edits, mayManage] = [usePermission(CAMERAS_EDIT), usePermission(CAMERA_MANAGER)]
  const mayEdit = edits === true || mayManage === true
  const [open, setOpen] = useState(false)
  const query = useCall(
    cameraRecordingCalls.get,
    { params: { id } },
    { refetchInterval: ({ state }) => (state.data?.recordMode === RECORD_MODES.off ? false : ANEW_MS) },
  )
  const { data, refetch } = query
  const remove = async ({ bytes, oldestAt }: Recording) => {
    const text = t('cameras:recording.removeText', { size: bytesText(bytes), oldest: oldestAt === null ? '' : momentText(oldestAt) })
    const question = { title: t('cameras:recording.removeTitle', { name }), text, confirm: t('cameras:recording.remove') }
    if (!(await confirm({ ...question, color: 'error' }))) return
    const answer = await call(cameraRecordingCalls.remove, { params: { id } }, { quiet: true })
    if (isFailure(answer) || answer !== 1) toast('error', isFailure(answer) ? reasonOf(answer) : t('cameras:recording.removeFailed'))
    else toast('success', t('cameras:recording.removed'))
    void queries.invalidateQueries({ queryKey: queryKeyOf(cameraRecordingCalls.timeline) })
    void refetch()
  }
  return (
    <Section
      title={t('cameras:recording.title')}
      aside={
        mayEdit &&
        data && (
          <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
            {data.oldestAt !== null && (
              <Button size="small" color="error" onClick={() => void remove(data)}>
                {t('cameras:recording.remove')}
              </Button>
            )}
            <Button size="small" variant="outlined" onClick={() => setOpen(true)}>
              {t('cameras:recording.change')}
            </Button>
          </Stack>
        )
      }
    >
      <ListGate compact title={t('cameras:recording.failed')} query={query} rows={3} height={24}>
        {(of) => <Facts of={of} />}
      </ListGate>
      {open && data && (
        <Held key={id} of={data}>
          {(of, renew) => (
            <RecordingForm
              key={of.objectVersionNumber}
              cameraId={id}
              of={of}
              onReload={() => void refetch().then(({ data: now }) => now && renew(now))}
              onClose={() => setOpen(false)}
            />
          )}
        </Held>
      )}
    </Section>
  )
}

/** A form is of what stood when it was opened: what another console saves meanwhile does not take what is typed away. */
function Held({ of, children }: { of: Recording; children: (of: Recording, renew: (now: Recording) => void) => ReactNode }) {
  const [held, setHeld] = useState(of)
  return children(held, setHeld)
}

function Facts({ of }: { of: Recording }) {
  const { t } = useTranslation()
  const { recordMode, clarity, days, gigabytes, sensitivity, bytes, oldestAt } = of
  const word = (name: 'modes' | 'clarities' | 'sensitivities', one: number) => t(asWordKey(`cameras:recording.${name}.${one}`)) as string
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t('cameras:recording.state'), <Now key="now" of={of} />],
    [t('cameras:recording.mode'), word('modes', recordMode)],
    ...(recordMode === RECORD_MODES.off ? [] : [[t('cameras:recording.clarity'), word('clarities', clarity)] as const]),
    ...(recordMode === RECORD_MODES.motion ? [[t('cameras:recording.sensitivity'), word('sensitivities', sensitivity)] as const] : []),
    [t('cameras:recording.days'), `${days} ${t('cameras:recording.daysUnit')}`],
    [t('cameras:recording.used'), t('cameras:recording.usedOf', { used: bytesText(bytes), most: gigabytes })],
    [t('cameras:recording.oldest'), oldestAt === null ? t('cameras:recording.nothing') : momentText(oldestAt)],
  ]
  return (
    <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: 'auto 1fr', columnGap: 2, rowGap: 1 }}>
      {facts.map(([label, value]) => (
        <Fact key={label} name={label}>
          {value}
        </Fact>
      ))}
    </Box>
  )
}

/** Whether it is being recorded, and if it should be and is not, why. */
function Now({ of: { recordMode, recordingNow, trouble } }: { of: Recording }) {
  const { t } = useTranslation()
  if (trouble !== null)
    return (
      <Mark icon={WarningIcon} color="status.alarm">
        {t(`cameras:recording.trouble.${trouble}`)}
      </Mark>
    )
  if (recordingNow)
    return (
      <Mark icon={RecordIcon} color="error.main">
        {t('cameras:recording.now')}
      </Mark>
    )
  return (
    <Mark icon={recordMode === RECORD_MODES.off ? OffIcon : WaitIcon} color="text.secondary">
      {t(`cameras:recording.${recordMode === RECORD_MODES.off ? 'off' : recordMode === RECORD_MODES.motion ? 'waits' : 'starts'}`)}
    </Mark>
  )
}
