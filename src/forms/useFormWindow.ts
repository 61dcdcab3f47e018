import { useEffect, useState } from 'react'
import type { z } from 'zod'
import { type CallFailure, isFailure } from '#src/api/call.ts'
import { useDraftState } from '#src/session/useDraft.ts'
import { reasonOf } from '#src/ui/tipFor.ts'
import { toast } from '#src/ui/toast.ts'
import { useLeaveGuard } from '#src/ui/useLeaveGuard.ts'
import { type Faults, faultWords } from './faultWords.ts'
import { useOnce } from './useOnce.ts'

const NOTHING: Faults = {}
type TextsOf<Value> = { [Name in keyof Value]: Value[Name] extends string ? Name : never }[keyof Value] & string
const rootOf = (field: string) => field.split('.')[0]!

/**
 * What a form in a window or on a page knows, whichever its inputs are: what was typed, which outlives the session, and asks before it is lost; what is
 * wrong with which field; and that it is sent once at a time. `FormWindow` draws that of a window.
 */
export function useFormWindow<Value extends object>({
  draft,
  begun,
  kept,
  shows,
  beside = {},
  asks = true,
  onClose = () => undefined,
  onReload,
}: {
  /** Names what was typed and not saved. */
  draft: string
  begun: Value
  /** What may be written down of what was typed, where that is not all: a secret never is. */
  kept?: (value: Value) => Value
  /** The fields beside which a fault is shown; all that are typed unless told. What is wrong with another is said at the foot. */
  shows?: readonly string[]
  /** The field beside which a failure is said, by its code. */
  beside?: Readonly<Partial<Record<string, string>>>
  /** False: it is left without a question, and what was typed goes with its window. */
  asks?: boolean
  /** A form on a page has none. */
  onClose?: () => void
  /** Begins anew with what somebody else saved meanwhile; offered where that is why it was not taken. */
  onReload?: () => void
}) {
  const { value, brought, isChanged, change, undo, drop } = useDraftState(draft, begun, kept)
  const { setDirty, leave } = useLeaveGuard()
  const [faults, setFaults] = useState(NOTHING)
  const [failure, setFailure] = useState<string>()
  const [isStale, setStale] = useState(false)
  const { busy: saving, once } = useOnce()
  useEffect(() => {
    setDirty(asks && isChanged, drop)
    // What takes the form away without asking it leaves nothing unsaved behind.
    return () => setDirty(false)
  }, [setDirty, asks, isChanged, drop])

  const put = (part: Partial<Value>) => {
    change({ ...value, ...part })
    setFaults((now) => Object.fromEntries(Object.entries(now).filter(([field]) => !(rootOf(field) in part))))
  }
  /** Says what is wrong: beside the fields that are shown, of all others at the foot. */
  const say = (said: Faults, otherwise?: string) => {
    const unseen = Object.entries(said).filter(([field]) => !(shows ?? Object.keys(value)).includes(rootOf(field)))
    setFaults(said)
    setStale(false)
    setFailure(unseen.map(([, words]) => words).join(' ') || otherwise)
  }
  /** Says why it was not taken. */
  const refuse = (answer: CallFailure) => {
    const at = beside[answer.code]
    const said = answer.fields ?? (at === undefined ? NOTHING : { [at]: reasonOf(answer) })
    say(said, Object.keys(said).length === 0 ? reasonOf(answer) : undefined)
    setStale(answer.code === 'error.version.stale')
  }
  const fault = (field: string, hint?: string) => ({ error: faults[field] !== undefined, helperText: faults[field] ?? hint })
  return {
    value,
    brought,
    isChanged,
    faults,
    failure,
    saving,
    put,
    say,
    refuse,
    /** For an input: what is wrong with its field, or else a hint. */
    fault,
    /** For an input that gives its value itself. */
    pick: <Name extends keyof Value>(name: Name) => ({
      value: value[name],
      onChange: (next: Value[Name]) => put({ [name]: next } as unknown as Partial<Value>),
    }),
    /** For an input of text: what stands in it, and what is wrong with it. */
    text: (name: TextsOf<Value>, hint?: string) => ({
      value: value[name] as string,
      onChange: ({ target }: { readonly target: { readonly value: string } }) => put({ [name]: target.value } as Partial<Value>),
      ...fault(name, hint),
    }),
    undo: () => {
      undo()
      say(NOTHING)
    },
    close: () => leave(onClose),
    reload:
      isStale && onReload
        ? () => {
            drop()
            setDirty(false)
            onReload()
          }
        : undefined,
    /** What is sent as its schema reads it, or null where that or `more` finds something wrong, which is then shown. */
    read: <Schema extends z.ZodType>(schema: Schema, body: unknown, more: Faults = NOTHING): z.output<Schema> | null => {
      const found = schema.safeParse(body)
      say({ ...(found.success ? NOTHING : faultWords(found.error, body)), ...more })
      return found.success && Object.keys(more).length === 0 ? found.data : null
    },
    /** Sends it, once however often it is asked to. `ask` answers null where what was typed is not right, and says so itself. */
    send: <Answer>(
      ask: () => Promise<Answer | CallFailure | null>,
      /** What is said of a success; null where something else says it. */
      told: string | null,
      done: (answer: Answer) => void | Promise<void>,
    ) =>
      once(async () => {
        setFailure(undefined)
        const answer = await ask()
        if (answer !== null && isFailure(answer)) refuse(answer)
        else if (answer !== null) {
          drop()
          setDirty(false)
          if (told !== null) toast('success', told)
          await done(answer)
        }
      }),
  }
}
