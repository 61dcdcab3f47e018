import { useCallback, useSyncExternalStore } from 'react'
import type { FieldPath, UseFormReturn } from 'react-hook-form'
import type { Draft } from './draft.ts'

/**
 * The words of what is wrong with one input of a form. The form library would draw every input of its lines again whenever a line comes or
 * goes; this one is drawn where its own words change.
 */
export function useFault({ subscribe, getFieldState }: UseFormReturn<Draft>, path: FieldPath<Draft>): string | undefined {
  const hear = useCallback(
    (changed: () => void) => subscribe({ name: path, exact: true, formState: { errors: true }, callback: changed }),
    [subscribe, path],
  )
  return useSyncExternalStore(hear, () => getFieldState(path).error?.message)
}
