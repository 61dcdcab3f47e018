import type { LineInputProps } from '#src/documents/arrangement.ts'
import { ReferenceInput } from '#src/crud/fieldKinds.tsx'

/** A product that is asked for: its name stands in the line; its specification and unit are written when the document is saved. */
export function AskedProduct(props: LineInputProps) {
  const { onChange, setLine } = props
  return (
    <ReferenceInput
      {...props}
      onChange={(value, called) => {
        onChange(value, called)
        if (value != null) setLine({ productName: called ?? '', specification: '', unit: '' })
      }}
    />
  )
}
