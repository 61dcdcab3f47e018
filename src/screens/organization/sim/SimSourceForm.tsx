import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import Stack from '@mui/material/Stack'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldFaults } from '#contract/core/fieldFault'
import { SIM_STATES } from '#contract/organization/simCard'
import {
  SIM_ADDRESS_MAX,
  SIM_PATHS,
  SIM_SECRET_MAX,
  SIM_UNITS,
  type SimSource,
  simSourceCalls,
  type SimTried,
} from '#contract/organization/simSource'
import { call, type CallFailure, isFailure } from '#src/api/call.ts'
import { encryptKept } from '#src/session/encryptSecret.ts'
import { useDraftState } from '#src/session/useDraft.ts'
import { DraftNote } from '#src/ui/DraftNote.tsx'
import { FormEnd } from '#src/ui/FormEnd.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { SecondaryText } from '#src/ui/SecondaryText.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'
import { reasonOf } from '#src/ui/tipFor.ts'
import { toast } from '#src/ui/toast.ts'
import { useLeaveGuard } from '#src/ui/useLeaveGuard.ts'
import { TriedAnswer } from './TriedAnswer.tsx'

const WIDTH = 760
type Typed = Omit<SimSource, 'hasSecret' | 'objectVersionNumber'>
const typedOf = ({ hasSecret: _has, objectVersionNumber: _version, ...typed }: SimSource): Typed => typed

/** How the carrier's service is asked about a card. The server saves it once a card was read with what stands in it, or where it is switched off. */
export function SimSourceForm({ begun: given, onClose, onReload }: { begun: SimSource; onClose: () => void; onReload: () => void }) {
  const { t } = useTranslation()
  const guard = useLeaveGuard()
  // What is read anew meanwhile is not what was edited: whoever saves is told by the version.
  const [begun] = useState(given)
  const [first] = useState(() => typedOf(begun))
  const { value, brought, change, undo, drop } = useDraftState<Typed>(`sim source ${begun.objectVersionNumber}`, first)
  const [secret, setSecret] = useState('')
  const [iccid, setIccid] = useState('')
  const [tried, setTried] = useState<{ answer: SimTried; of: string } | null>(null)
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [failure, setFailure] = useState<CallFailure>()
  const [busy, setBusy] = useState<'try' | 'save' | null>(null)
  const { enabledFlag, ...asked } = value
  const key = JSON.stringify([asked, secret])
  const isTried = tried?.of === key && tried.answer.fault === null
  // What stands and is switched on was tried when it was switched on: the server asks the same of whoever saves.
  const isSame =
    begun.enabledFlag === 1 &&
    JSON.stringify(typedOf(begun)) === JSON.stringify({ ...value, enabledFlag: begun.enabledFlag }) &&
    secret === ''
  const isReady = isTried || isSame || enabledFlag === 0
  const set = (next: Partial<Typed>) => {
    change({ ...value, ...next })
    guard.setDirty(true, drop)
  }
  const refused = (answer: CallFailure) => {
    if (answer.fields) setFaults(answer.fields)
    else setFailure(answer)
  }
  /** What is sent, with the secret in its cipher; null where something is wrong with it, which is then said. */
  const bodyOf = async () => {
    const body = { ...value, secret: null, objectVersionNumber: begun.objectVersionNumber }
    const read = simSourceCalls.save.body.safeParse(body)
    const found = read.success
      ? {}
      : Object.fromEntries(
          Object.values(fieldFaults(read.error, body)).map(({ field, key: word, params }) => [field, t(`errors:field.${word}`, params)]),
        )
    setFaults(found)
    setFailure(undefined)
    if (!read.success) return null
    const sealed = await encryptKept(secret === '' ? null : secret)
    if (isFailure(sealed)) {
      refused(sealed)
      return null
    }
    return { ...body, secret: sealed }
  }
  const tryIt = async () => {
    if (busy !== null) return
    setBusy('try')
    const body = await bodyOf()
    if (body !== null) {
      const { objectVersionNumber: _, ...sent } = body
      const answer = await call(simSourceCalls.try, { body: { ...sent, iccid: iccid.trim() } }, { quiet: true })
      if (isFailure(answer)) refused(answer)
      else setTried({ answer, of: key })
    }
    setBusy(null)
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    // Untried it is sent all the same: what may be saved is the server's to say, and it says why not.
    if (busy !== null) return
    setBusy('save')
    const body = await bodyOf()
    const answer = body === null ? null : await call(simSourceCalls.save, { body }, { quiet: true })
    setBusy(null)
    if (answer === null) return
    if (isFailure(answer)) return refused(answer)
    drop()
    guard.setDirty(false)
    toast('success', t('organization:sim.source.saved'))
    onClose()
  }
  const box = (name: 'address' | 'headerName' | 'secret' | (typeof SIM_PATHS)[number], hint = ' ') => ({
    fullWidth: true,
    label: t(`organization:sim.source.${name}`),
    error: faults[name] !== undefined,
    helperText: faults[name] ?? hint,
  })
  const plain = { autoCapitalize: 'off', spellCheck: false, autoComplete: 'off' }
  return (
    <Modal open keepOpen onClose={() => guard.leave(onClose)} width={WIDTH} title={t('organization:sim.source.title')}>
      <Stack component="form" noValidate sx={{ gap: 1.5, pt: 1 }} onSubmit={(event) => void save(event)}>
        <DraftNote
          shown={brought}
          onDrop={() => {
            undo()
            guard.setDirty(false)
          }}
        />
        <SecondaryText>{t('organization:sim.source.lead')}</SecondaryText>
        <TextField
          {...box('address')}
          value={value.address}
          placeholder="https://"
          slotProps={{ htmlInput: { ...plain, maxLength: SIM_ADDRESS_MAX, inputMode: 'url' } }}
          onChange={({ target }) => set({ address: target.value })}
        />
        <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' } }}>
          <SelectField
            label={t('organization:sim.source.method')}
            value={value.method}
            words={[
              ['GET', 'GET'],
              ['POST', 'POST'],
            ]}
            onChange={(method) => set({ method })}
          />
          <SelectField
            label={t('organization:sim.source.unit')}
            value={value.unit}
            words={SIM_UNITS.map((unit) => [unit, unit])}
            onChange={(unit) => set({ unit })}
          />
          <TextField
            {...box('headerName')}
            value={value.headerName}
            slotProps={{ htmlInput: { ...plain, maxLength: 60 } }}
            onChange={({ target }) => set({ headerName: target.value })}
          />
          <TextField
            {...box('secret', begun.hasSecret ? t('organization:sim.source.secretKept') : ' ')}
            type="password"
            value={secret}
            slotProps={{ htmlInput: { maxLength: SIM_SECRET_MAX, autoComplete: 'new-password' } }}
            onChange={({ target }) => {
              setSecret(target.value)
              guard.setDirty(true, drop)
            }}
          />
          {SIM_PATHS.map((name) => (
            <TextField
              key={name}
              {...box(name, t('organization:sim.source.pathHint'))}
              value={value[name]}
              slotProps={{ htmlInput: { ...plain, maxLength: 200 } }}
              onChange={({ target }) => set({ [name]: target.value })}
            />
          ))}
        </Box>
        {value.statePath !== '' && (
          <Stack component="fieldset" sx={{ border: 0, p: 0, m: 0, gap: 1 }}>
            <Typography component="legend" variant="body2">
              {t('organization:sim.source.states')}
            </Typography>
            {SIM_STATES.map((state) => (
              <TextField
                key={state}
                size="small"
                label={t('frame:named', {
                  what: t('organization:sim.source.from'),
                  which: t(`organization:simCard.choices.cardState.${state}`),
                })}
                value={value.states.find(({ to }) => to === state)?.from ?? ''}
                slotProps={{ htmlInput: { ...plain, maxLength: 60 } }}
                onChange={({ target }) =>
                  set({
                    states: [
                      ...value.states.filter(({ to }) => to !== state),
                      ...(target.value === '' ? [] : [{ from: target.value, to: state }]),
                    ],
                  })
                }
              />
            ))}
          </Stack>
        )}
        <FormControlLabel
          control={<Switch checked={enabledFlag === 1} onChange={(_, on) => set({ enabledFlag: on ? 1 : 0 })} />}
          label={t('organization:sim.source.enabled')}
        />
        <Stack direction="row" sx={{ gap: 1, alignItems: 'flex-start' }}>
          <TextField
            size="small"
            label={t('organization:sim.source.iccid')}
            value={iccid}
            error={faults['iccid'] !== undefined}
            helperText={faults['iccid']}
            slotProps={{ htmlInput: { maxLength: 20, inputMode: 'numeric' } }}
            onChange={({ target }) => setIccid(target.value)}
          />
          <Button
            variant="outlined"
            disabled={value.address === '' || iccid.trim() === ''}
            loading={busy === 'try'}
            onClick={() => void tryIt()}
          >
            {t('organization:sim.source.try')}
          </Button>
        </Stack>
        {tried !== null && <TriedAnswer of={tried.answer} />}
        {!isReady && <Alert severity="info">{t('organization:sim.source.mustTry')}</Alert>}
        <FormEnd
          failure={failure && reasonOf(failure)}
          onReload={
            failure?.code === 'error.version.stale'
              ? () => {
                  guard.setDirty(false)
                  drop()
                  onReload()
                }
              : undefined
          }
          saving={busy === 'save'}
          onCancel={() => guard.leave(onClose)}
        />
      </Stack>
    </Modal>
  )
}
