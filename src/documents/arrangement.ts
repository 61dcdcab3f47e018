import type { ReactNode } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import type { AnyDocument, AnyDocumentFull, ProgressAxis } from '#contract/core/document'
import type { InputProps } from '#src/crud/fieldKinds.tsx'
import type { Draft } from './draft.ts'
import type { Titles } from './titles.ts'

type HeaderName<D extends AnyDocument> = keyof D['header'] & string
type LineName<D extends AnyDocument> = keyof D['line'] & string
type Full<D extends AnyDocument> = z.output<D['full']>
type Line<D extends AnyDocument> = Full<D> extends { readonly lines: readonly (infer One)[] } ? One : Readonly<Record<string, unknown>>
type Values = Readonly<Record<string, unknown>>

export interface LineInputProps extends InputProps {
  /** The place of the line among the lines, from 0. */
  readonly row: number
  /** Fills other cells of the same line, as the unit of a product that was chosen. */
  readonly setLine: (values: Values) => void
}
export type LineInput = (props: LineInputProps) => ReactNode
/** Shows what stands under a name, of a document or of one of its lines. */
export type ValueCell<Holder> = (props: { readonly value: unknown; readonly of: Holder }) => ReactNode

/** A column of lines that nobody types. Its word stands among those of the line's fields. */
export interface LineColumn<Name extends string = string> {
  readonly name: string
  /** The field that it stands after; without one it is the last. */
  readonly after?: Name
  /** In px. */
  readonly width: number
  readonly align?: 'right'
  /** `line` as it is typed or as the server holds it. */
  readonly Cell: (props: { readonly line: Values }) => ReactNode
}

/** How a kind of document stands on its four pages. What a page needs beyond this it builds from the parts. */
export interface Arrangement<D extends AnyDocument> {
  /** Fields of the header in the list, after what every document has there. */
  readonly columns: readonly HeaderName<D>[]
  /** Fields of the header that the list can be narrowed by, beside what every list has. */
  readonly filters?: readonly HeaderName<D>[]
  /** It stands among the farm's pages: its list shows what is in the base that is worked in (TABS-07). */
  readonly ofBase?: true
  /** Rows of the form's header, side by side on a desk. */
  readonly header: readonly (readonly (HeaderName<D> | 'title' | 'areaId' | 'remark')[])[]
  readonly line: {
    /** The columns in their order, with their widths to each other in px. */
    readonly widths: Readonly<Record<LineName<D>, number>>
    /** Names a line where there is no room for a table. */
    readonly head: LineName<D>
    /** What the quantity is counted in. */
    readonly unit?: LineName<D>
    /** Fields that take the whole width of a card, beside its head. */
    readonly wide?: readonly LineName<D>[]
  }
  readonly lineColumns?: readonly LineColumn<LineName<D>>[]
  /** What a line whose goods were scanned is filled with beside them; `called`: their title. */
  readonly scanned?: (called: string) => Readonly<Partial<Record<LineName<D>, unknown>>>
  /** In the place of those of the fields' kinds; react-hook-form's context shows them the rest of the form. */
  readonly inputs?: {
    readonly header?: Readonly<Partial<Record<HeaderName<D>, (props: InputProps) => ReactNode>>>
    readonly line?: Readonly<Partial<Record<LineName<D>, LineInput>>>
  }
  readonly cells?: {
    readonly header?: Readonly<Partial<Record<HeaderName<D>, ValueCell<Full<D>>>>>
    readonly line?: Readonly<Partial<Record<LineName<D>, ValueCell<Line<D>>>>>
  }
  /** Further facts of the info page, by their names among the words of fields. */
  readonly facts?: Readonly<Record<string, (props: { readonly of: Full<D> }) => ReactNode>>
  /** What belongs to a document and stands below its lines. */
  readonly beside?: (props: { readonly of: Full<D> }) => ReactNode
  /** What fills in lines, above them in the form. */
  readonly tools?: (props: { readonly form: UseFormReturn<Draft>; readonly titles: Titles }) => ReactNode
  /** What was rejected is worked on again on a page of its own: `/resubmit/{id}`. */
  readonly resubmits?: boolean
  /** The ways to what can be made of an approved document; each says when there is nothing left to make. */
  readonly convert?: (props: { readonly of: Full<D> }) => ReactNode
}

/** A kind of document with its arrangement, for the parts that are written once for all of them. */
export interface DocumentKind {
  readonly document: AnyDocument
  readonly arrangement: Omit<Arrangement<AnyDocument>, 'facts' | 'beside' | 'cells' | 'convert'> & {
    readonly cells?: { readonly header?: Record<string, ValueCell<object>>; readonly line?: Record<string, ValueCell<object>> }
    readonly facts?: Readonly<Record<string, (props: { readonly of: AnyDocumentFull }) => ReactNode>>
    readonly beside?: (props: { readonly of: AnyDocumentFull }) => ReactNode
    readonly convert?: (props: { readonly of: AnyDocumentFull }) => ReactNode
  }
}
export const kindOf = <D extends AnyDocument>(document: D, arrangement: Arrangement<D>): DocumentKind => ({
  document,
  arrangement: arrangement as unknown as DocumentKind['arrangement'],
})

/** What it is called that a kind of document moves goods. */
export const movedAxis = ({ progress }: AnyDocument): Exclude<ProgressAxis, 'counted'> =>
  progress === undefined || progress === 'counted' ? 'storage' : progress

/** A column of lines: a field, the amount of the line, or one that nobody types. */
export type LinePart =
  | { readonly is: 'field'; readonly name: string; readonly width: number }
  | { readonly is: 'amount' }
  | { readonly is: 'derived'; readonly column: LineColumn }

/** The columns of lines in their order. The amount follows the last of the fields that it is made of. */
export function linePartsOf({ document: { amount }, arrangement: { line, lineColumns = [] } }: DocumentKind): readonly LinePart[] {
  const names = Object.keys(line.widths)
  const lastOfAmount = amount ? Math.max(names.indexOf(amount.quantity), names.indexOf(amount.price)) : -1
  const derived = (after: string | undefined) =>
    lineColumns.filter((column) => column.after === after).map((column) => ({ is: 'derived' as const, column }))
  return [
    ...names.flatMap((name, at): LinePart[] => [
      { is: 'field', name, width: line.widths[name]! },
      ...(at === lastOfAmount ? [{ is: 'amount' as const }] : []),
      ...derived(name),
    ]),
    ...derived(undefined),
  ]
}
/** Numbers stand digit under digit. */
export const isNumber = ({ kind }: { readonly kind: string }): boolean => kind === 'decimal' || kind === 'number'
