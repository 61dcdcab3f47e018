import { useCallback, useEffect, useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { same, useDraft } from './useDraft.ts'

export interface FormDraft {
  /** What was typed before stands in the form. */
  readonly brought: boolean
  /** Gives it up: the form is as it began. */
  readonly undo: () => void
  readonly settle: () => void
  readonly drop: () => void
}

/**
 * Keeps what is typed into a form of react-hook-form, and lays what was found over what the form begins with, once: a tab that is shown
 * again keeps what stands in it. Only what was typed is kept: it stands over the record as that is then.
 */
export function useFormDraft<Values extends FieldValues>(form: UseFormReturn<Values>, name: string): FormDraft {
  const { found, keep, settle, drop } = useDraft<Partial<Values>>(name)
  const [brought, setBrought] = useState(Object.keys(found ?? {}).length > 0)
  const laid = useRef(found === null)
  const { reset, getValues, subscribe } = form
  useEffect(() => {
    if (!laid.current) {
      laid.current = true
      reset({ ...getValues(), ...found }, { keepDefaultValues: true })
    }
    return subscribe({
      formState: { values: true },
      callback: ({ values, defaultValues }) => {
        const typed = Object.entries(values).filter(([field, value]) => !same(value, (defaultValues as Values | undefined)?.[field]))
        if (typed.length === 0) drop()
        else keep(Object.fromEntries(typed) as Partial<Values>)
      },
    })
  }, [reset, getValues, subscribe, found, keep, drop])
  const undo = useCallback(() => {
    reset()
    drop()
    setBrought(false)
  }, [reset, drop])
  return { brought, undo, settle, drop }
}
