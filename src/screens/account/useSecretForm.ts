import { type FormEvent, useState } from 'react'
import { type CallFailure, isFailure } from '#src/api/call.ts'
import { loadCipher } from '#src/session/encryptSecret.ts'
import { tipFor } from '#src/ui/tipFor.ts'

type Said<Field extends string> = Partial<Record<Field, string>>

/** A form of passwords and codes. Nothing of it is kept as a draft, and the first field that has to be mended has the focus. */
export function useSecretForm<Field extends string>(begun: Record<Field, string>, fields: readonly Field[]) {
  const [typed, setTyped] = useState(begun)
  const [faults, setFaults] = useState<Said<Field>>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  return {
    failure,
    busy,
    clear: () => setTyped(begun),
    /** Sends it once where `find` finds nothing wrong. */
    submit:
      <Answer>(
        find: (typed: Record<Field, string>) => Said<Field>,
        send: (typed: Record<Field, string>) => Promise<Answer | CallFailure>,
        done: (answer: Answer) => void,
      ) =>
      async (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault()
        const form = event.currentTarget
        const point = (said: Said<Field>) =>
          form.querySelector<HTMLInputElement>(`[name=${fields.find((field) => said[field] != null)}]`)?.focus()
        if (busy) return
        const found = find(typed)
        setFaults(found)
        setFailure(null)
        if (Object.keys(found).length > 0) return point(found)
        setBusy(true)
        const answer = await send(typed)
        setBusy(false)
        if (!isFailure(answer)) return done(answer)
        const said = (answer.fields ?? {}) as Said<Field>
        setFaults(said)
        if (fields.every((field) => said[field] == null)) setFailure(tipFor(answer))
        else setTimeout(() => point(said))
      },
    input: (field: Field, hint = ' ') => ({
      name: field,
      fullWidth: true,
      value: typed[field],
      disabled: busy,
      error: faults[field] != null,
      helperText: faults[field] ?? hint,
      onFocus: () => void loadCipher().catch(() => undefined),
      onChange: ({ target }: { readonly target: { readonly value: string } }) => {
        setTyped({ ...typed, [field]: target.value })
        setFaults({ ...faults, [field]: undefined })
      },
    }),
  }
}
