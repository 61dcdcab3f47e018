import { useTranslation } from 'react-i18next'
import { dataPushCalls, pushFacts, type PushTarget, type SavedPush } from '#contract/organization/dataPush'
import { call, isFailure } from '#src/api/call.ts'
import { FormWindow } from '#src/forms/FormWindow.tsx'
import { useFormWindow } from '#src/forms/useFormWindow.ts'
import { encryptKept } from '#src/session/encryptSecret.ts'
import { FilterFields } from './FilterFields.tsx'
import { draftOf, factsOf, withoutSecrets } from './pushDraft.ts'
import { Sample } from './Sample.tsx'
import { WhereFields } from './WhereFields.tsx'

const WIDTH = 760
const SHOWN = 'name address topic userName password secret headers sources deviceIds codes batchSize intervalSeconds retentionHours'.split(
  ' ',
)

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
  const form = useFormWindow({ draft: `push ${of?.id ?? 'new'}`, begun: draftOf(of), kept: withoutSecrets, shows: SHOWN, onClose })
  const { value, put } = form

  /** What the form says, with its secrets as they travel; null where something of it is not right, which is shown. */
  const read = async () => {
    const facts = form.read(pushFacts, factsOf(value))
    if (facts === null) return null
    const secret = await encryptKept(value.secret === '' ? null : value.secret)
    const password = await encryptKept(value.password === '' ? null : value.password)
    const failed = [secret, password].find(isFailure)
    if (failed) return (form.refuse(failed), null)
    return { ...facts, secret, password } as typeof facts & Record<'secret' | 'password', string | null>
  }
  const save = () =>
    form.send(
      async () => {
        const body = await read()
        if (body === null) return null
        if (of === null) return call(dataPushCalls.add, { body }, { quiet: true })
        const { id, objectVersionNumber } = of
        return call(
          dataPushCalls.edit,
          { params: { id }, body: { ...body, objectVersionNumber, overlapHours: of.oldSecret === null ? value.overlapHours : 0 } },
          { quiet: true },
        )
      },
      t('crud:saved'),
      (saved) => onSaved(of === null ? (saved as SavedPush) : null),
    )
  return (
    <FormWindow form={form} width={WIDTH} title={of === null ? t('organization:dataPush.add') : of.name} onSave={save}>
      <WhereFields value={value} of={of} faults={form.faults} onChange={put} />
      <FilterFields value={value} faults={form.faults} onChange={put} />
      <Sample
        of={JSON.stringify(value)}
        onFault={form.say}
        asked={async () => {
          const body = await read()
          return body === null ? null : { ...body, id: of?.id ?? null }
        }}
      />
    </FormWindow>
  )
}
