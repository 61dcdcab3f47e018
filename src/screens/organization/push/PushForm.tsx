import Stack from '@mui/material/Stack'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldFaults } from '#contract/core/fieldFault'
import { dataPushCalls, pushFacts, type PushTarget, type SavedPush } from '#contract/organization/dataPush'
import { call, isFailure } from '#src/api/call.ts'
import { encryptKept } from '#src/session/encryptSecret.ts'
import { useDraft } from '#src/session/useDraft.ts'
import { DraftNote } from '#src/ui/DraftNote.tsx'
import { FormEnd } from '#src/ui/FormEnd.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { reasonOf } from '#src/ui/tipFor.ts'
import { toast } from '#src/ui/toast.ts'
import { useLeaveGuard } from '#src/ui/useLeaveGuard.ts'
import { FilterFields } from './FilterFields.tsx'
import { draftOf, factsOf, type PushDraft, withoutSecrets } from './pushDraft.ts'
import { Sample } from './Sample.tsx'
import { WhereFields } from './WhereFields.tsx'

const WIDTH = 760

/** Where data goes, and which. */
export function PushForm({
  of,
  onClose,
  onSaved,
}: {
  of: PushTarget | null
  onClose: () => void
  onSaved: (saved: SavedPush | null) => void
}) {
  const { t } = useTranslation()
  const guard = useLeaveGuard()
  const draft = useDraft<PushDraft>(`push ${of?.id ?? 'new'}`)
  const [begun] = useState(() => draftOf(of))
  const [value, setValue] = useState(draft.found ?? begun)
  const [brought, setBrought] = useState(draft.found !== null)
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [failure, setFailure] = useState<string>()
  const [saving, setSaving] = useState(false)
  const set = (next: Partial<PushDraft>) => {
    setValue({ ...value, ...next })
    draft.keep(withoutSecrets({ ...value, ...next }))
    guard.setDirty(true, draft.drop)
  }

  /** What the form says, with its secrets as they travel; null where something of it is not right, which is shown. */
  async function read() {
    setFailure(undefined)
    const facts = factsOf(value)
    const checked = pushFacts.safeParse(facts)
    const found = checked.success
      ? {}
      : Object.fromEntries(
          Object.values(fieldFaults(checked.error, facts)).map(({ field, key, params }) => [
            field.split('.')[0]!,
            t(`errors:field.${key}`, params),
          ]),
        )
    setFaults(found)
    if (!checked.success) return null
    const secret = await encryptKept(value.secret === '' ? null : value.secret)
    const password = await encryptKept(value.password === '' ? null : value.password)
    if (isFailure(secret)) return (setFailure(reasonOf(secret)), null)
    if (isFailure(password)) return (setFailure(reasonOf(password)), null)
    return { ...checked.data, secret, password }
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (saving) return
    setSaving(true)
    const body = await read()
    const answer =
      body === null
        ? null
        : of === null
          ? await call(dataPushCalls.add, { body }, { quiet: true })
          : await call(
              dataPushCalls.edit,
              { params: { id: of.id }, body: { ...body, objectVersionNumber: of.objectVersionNumber } },
              { quiet: true },
            )
    setSaving(false)
    if (answer === null) return
    if (isFailure(answer)) {
      if (answer.fields) setFaults(answer.fields)
      else setFailure(reasonOf(answer))
      return
    }
    guard.setDirty(false)
    draft.drop()
    toast('success', t('crud:saved'))
    onSaved(of === null ? (answer as SavedPush) : null)
  }
  const close = () => guard.leave(onClose)
  return (
    <Modal open keepOpen onClose={close} width={WIDTH} title={of === null ? t('organization:dataPush.add') : of.name}>
      <Stack component="form" noValidate spacing={2} sx={{ pt: 1 }} onSubmit={(event) => void save(event)}>
        <DraftNote
          shown={brought}
          onDrop={() => {
            setBrought(false)
            setValue(begun)
            draft.drop()
          }}
        />
        <WhereFields value={value} of={of} faults={faults} onChange={set} />
        <FilterFields value={value} faults={faults} onChange={set} />
        <Sample
          of={JSON.stringify(value)}
          onFault={setFaults}
          asked={async () => {
            const body = await read()
            return body === null ? null : { ...body, id: of?.id ?? null }
          }}
        />
        <FormEnd failure={failure} saving={saving} onCancel={close} />
      </Stack>
    </Modal>
  )
}
