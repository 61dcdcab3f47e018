import { useWatch } from 'react-hook-form'
import { type InputProps, ReferenceInput } from '#src/crud/fieldKinds.tsx'

/** The store to which goods go: one of the base that was chosen for them. */
export function StoreThere(props: InputProps) {
  const toAreaId: unknown = useWatch({ name: 'toAreaId' })
  return <ReferenceInput {...props} within={typeof toAreaId === 'number' ? toAreaId : undefined} />
}
