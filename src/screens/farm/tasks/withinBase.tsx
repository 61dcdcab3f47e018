import { useWatch } from 'react-hook-form'
import { type InputProps, ReferenceInput, ReferencesInput } from '#src/crud/fieldKinds.tsx'

const useBase = () => (useWatch({ name: 'areaId', exact: true }) as number | null) ?? undefined

/** A record of the base that the form names. */
export const OneInBase = (props: InputProps) => <ReferenceInput {...props} within={useBase()} />
/** Several of them. */
export const SomeInBase = (props: InputProps) => <ReferencesInput {...props} within={useBase()} />
