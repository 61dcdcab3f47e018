import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { type FormEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { farmLogCalls, LOG_LEVELS, type LogLevel } from '#contract/farm/log'
import { cameraStreamCalls } from '#contract/cameras/stream'
import { call, type CallFailure, isFailure } from '#src/api/call.ts'
import { AuthImage } from '#src/files/AuthImage.tsx'
import { describeUpload, uploadFile } from '#src/files/uploadFile.ts'
import { useDraftState } from '#src/session/useDraft.ts'
import { DraftNote } from '#src/ui/DraftNote.tsx'
import { FormEnd } from '#src/ui/FormEnd.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'
import { reasonOf } from '#src/ui/tipFor.ts'
import { toast } from '#src/ui/toast.ts'
import { useLeaveGuard } from '#src/ui/useLeaveGuard.ts'

const WIDTH = 640
const PICTURE = { width: 560, height: 315 }
const NAME_MAX = 60
const DESCRIPTION_MAX = 180
/** What has a fault beside it. */
const SHOWN: readonly string[] = ['logTitle', 'logLevel', 'description']

interface Typed {
  readonly logTitle: string
  readonly logLevel: LogLevel | ''
  readonly description: string
}
const NOTHING: Typed = { logTitle: '', logLevel: '', description: '' }

/** Of what a picture is taken: of the camera now, or what a recording shows, with when that was. */
export type Shot = 'now' | { readonly picture: Blob; readonly when: string }
const FILE_NAME = 'recording.jpg'
/** The drawer of the tenant's files in which pictures of cameras are. */
const BUCKET = 'cameras'

const take = (id: number, shot: Shot, signal: AbortSignal): Promise<{ readonly fileUrl: string } | CallFailure> =>
  shot === 'now'
    ? call(cameraStreamCalls.capture, { params: { id } }, { quiet: true, signal, anew: true })
    : uploadFile(new File([shot.picture], FILE_NAME, { type: shot.picture.type }), { kind: 'image', bucket: BUCKET, signal })

/** Takes a picture of a camera and keeps it as an entry of its log (CAMERA-10, -11). */
export function ScreenshotDialog({
  camera,
  shot,
  onClose,
}: {
  camera: { readonly id: number; readonly areaId: number; readonly name: string }
  shot: Shot
  onClose: () => void
}) {
  const { t } = useTranslation()
  const guard = useLeaveGuard()
  const [tries, setTries] = useState(0)
  const [taken, setTaken] = useState<
    { readonly of: number; readonly fileUrl: string } | { readonly of: number; readonly why: string } | null
  >(null)
  const {
    value,
    brought,
    change: put,
    undo,
    drop,
  } = useDraftState<Typed>(
    `screenshot ${camera.id}${shot === 'now' ? '' : ` ${shot.when}`}`,
    // The log says when it was written; of a recording it is said here of when it is.
    shot === 'now' ? NOTHING : { ...NOTHING, description: t('cameras:playback.of', { when: shot.when }) },
  )
  const { logTitle, logLevel, description } = value
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [failure, setFailure] = useState<string>()
  const [saving, setSaving] = useState(false)
  const { id } = camera
  useEffect(() => {
    const stop = new AbortController()
    void take(id, shot, stop.signal).then((answer) => {
      if (stop.signal.aborted) return
      setTaken(
        isFailure(answer)
          ? { of: tries, why: shot === 'now' ? reasonOf(answer) : describeUpload(answer) }
          : { of: tries, fileUrl: answer.fileUrl },
      )
    })
    return () => stop.abort()
  }, [id, shot, tries])
  const isTaking = taken?.of !== tries
  const fileUrl = !isTaking && taken && 'fileUrl' in taken ? taken.fileUrl : null
  const change = (name: keyof Typed) => (next: string) => {
    put({ ...value, [name]: next })
    guard.setDirty(true, drop)
    setFaults((now) => Object.fromEntries(Object.entries(now).filter(([one]) => one !== name)))
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setFailure(undefined)
    const found = {
      ...(logTitle.trim() === '' ? { logTitle: t('cameras:screenshot.nameMissing') } : {}),
      ...(logLevel === '' ? { logLevel: t('cameras:screenshot.levelMissing') } : {}),
    }
    setFaults(found)
    if (Object.keys(found).length > 0 || logLevel === '' || fileUrl === null) return
    setSaving(true)
    const body = { logTitle, description, content: [fileUrl], areaId: camera.areaId, deviceId: id, logType: 'image' as const, logLevel }
    const answer = await call(farmLogCalls.write, { body }, { quiet: true })
    setSaving(false)
    if (isFailure(answer)) {
      if (answer.fields) setFaults(answer.fields)
      // Where nobody answered there are no words of the server's.
      if (!Object.keys(answer.fields ?? {}).some((name) => SHOWN.includes(name)))
        setFailure(answer.status === 0 ? t('cameras:screenshot.notWritten') : reasonOf(answer))
      return
    }
    guard.setDirty(false)
    drop()
    toast('success', t('cameras:screenshot.saved'))
    onClose()
  }
  const close = () => guard.leave(onClose)
  return (
    <Modal open keepOpen onClose={close} width={WIDTH} title={t('cameras:screenshot.title')}>
      <Stack component="form" noValidate spacing={2} onSubmit={(event) => void save(event)}>
        <DraftNote shown={brought} onDrop={undo} />
        {isTaking ? (
          <Skeleton
            variant="rectangular"
            aria-label={t('cameras:screenshot.taking')}
            sx={{ width: '100%', height: 'auto', aspectRatio: '16 / 9' }}
          />
        ) : fileUrl === null ? (
          <Alert
            severity="error"
            action={
              <Button color="inherit" size="small" onClick={() => setTries(tries + 1)}>
                {t('cameras:screenshot.again')}
              </Button>
            }
          >
            {taken && 'why' in taken && taken.why}
          </Alert>
        ) : (
          <AuthImage
            src={fileUrl}
            alt={t('cameras:screenshot.alt', { name: camera.name })}
            {...PICTURE}
            mode="fit"
            sx={{ width: '100%', height: 'auto', aspectRatio: '16 / 9' }}
          />
        )}
        <TextField
          required
          label={t('cameras:screenshot.name')}
          value={logTitle}
          error={faults.logTitle !== undefined}
          helperText={faults.logTitle ?? ' '}
          slotProps={{ htmlInput: { maxLength: NAME_MAX } }}
          onChange={({ target }) => change('logTitle')(target.value)}
        />
        <SelectField
          required
          label={t('cameras:screenshot.level')}
          value={logLevel}
          fault={faults.logLevel}
          helperText=" "
          words={LOG_LEVELS.map((level) => [level, t(`cameras:log.level.${level}`)])}
          onChange={change('logLevel')}
        />
        <TextField
          multiline
          minRows={2}
          label={t('cameras:screenshot.description')}
          value={description}
          error={faults.description !== undefined}
          helperText={faults.description ?? `${description.length} / ${DESCRIPTION_MAX}`}
          slotProps={{ htmlInput: { maxLength: DESCRIPTION_MAX } }}
          onChange={({ target }) => change('description')(target.value)}
        />
        <FormEnd failure={failure} saving={saving} disabled={fileUrl === null} onCancel={close} />
      </Stack>
    </Modal>
  )
}
