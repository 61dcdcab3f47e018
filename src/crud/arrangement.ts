import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { RoutePath } from '#contract/routes'
import type { AnyResource } from '#contract/core/resource'
import type { WordKey } from '../i18n/i18n.ts'
import type { Input } from './fieldKinds.tsx'
import type { Cell } from './RecordFacts.tsx'

type Names<R extends AnyResource> = keyof R['fields'] & string
type Shown<R extends AnyResource> = keyof z.output<R['record']> & string

/** Rows of fields, side by side on a desk; a long form groups them under titles. */
export type Layout<Name extends string = string> = readonly (readonly Name[] | Part<Name>)[]
interface Part<Name extends string> {
  readonly title: WordKey
  /** A line about what to type, where labels cannot say it. */
  readonly hint?: WordKey
  readonly rows: readonly (readonly Name[])[]
}

/** Forms that have pages of their own, in the place of a window over the list. */
export interface FormPages<R extends AnyResource = AnyResource> {
  /** The pages that make a record; where they are several each has its words. */
  readonly add: readonly { readonly to: RoutePath; readonly words?: WordKey }[]
  /** The page that edits a record. */
  readonly edit: (record: z.output<R['record']>) => string
}

/** What a form of a resource looks like, in a window or on a page. */
export interface FormArrangement<R extends AnyResource = AnyResource> {
  readonly form: Layout<Names<R>>
  readonly inputs?: Readonly<Partial<Record<Names<R>, Input>>>
  /** Its window has room for lines that are forms of their own. */
  readonly wide?: true
}

interface Some<R extends AnyResource> {
  readonly always: Partial<z.input<R['create']>>
  readonly title: WordKey
  readonly lead: WordKey
}

interface ListArrangement<R extends AnyResource> {
  readonly columns: readonly Shown<R>[]
  /** Narrowing choices beside the search. */
  readonly filters: readonly (Names<R> | (keyof R['states'] & string))[]
  readonly cells?: Readonly<Partial<Record<Shown<R>, Cell>>>
  /** It lists the records of every base that one sees: only the farm's pages stand under the chooser of the base (TABS-07). */
  readonly everyBase?: true
  /** It lists some of the records, under a name of its own. */
  readonly some?: Some<R>
  /** What stands before the buttons of the page: other ways to look at the same records. */
  readonly views?: () => ReactNode
  /** Whether a record, as it is, can be edited or deleted at all, where the server would refuse it for what it is. */
  readonly open?: Readonly<Partial<Record<'edit' | 'delete', (record: z.output<R['record']>) => boolean>>>
  /** What belongs to a record and stands below its facts: its own verbs, what happened to it. */
  readonly beside?: (props: { readonly record: z.output<R['record']> }) => ReactNode
}

/** How a resource stands on the screen. What a screen needs beyond this it builds from the parts. */
export type Arrangement<R extends AnyResource = AnyResource> = ListArrangement<R> &
  (
    | (FormArrangement<R> & { readonly pages?: never })
    | { readonly pages: FormPages<R>; readonly form?: never; readonly inputs?: never; readonly wide?: never }
  )
