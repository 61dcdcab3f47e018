import { ReferenceInput } from '#src/crud/fieldKinds.tsx'
import type { LineInputProps } from '#src/documents/arrangement.ts'

const AGRICULTURAL = { productType: 'agricultural' }

/** Offers agricultural products. */
export function MaterialInput(props: LineInputProps) {
  return <ReferenceInput {...props} only={AGRICULTURAL} />
}
