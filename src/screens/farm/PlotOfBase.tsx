import { useFormContext, useWatch } from 'react-hook-form'
import { type InputProps, ReferenceInput } from '#src/crud/fieldKinds.tsx'

/** A plot of the base that stands in the form. */
export function PlotOfBase(props: InputProps) {
  const { control } = useFormContext()
  const areaId = useWatch({ control, name: 'areaId', exact: true }) as number | null
  return <ReferenceInput {...props} within={areaId ?? undefined} />
}
