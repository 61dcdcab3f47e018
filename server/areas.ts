import type { AreaName } from '#contract/areas'
import type { Both } from '#contract/core/both'
import type { ResourceName } from '#contract/resources'
import { agriculture } from './agriculture/contents.ts'
import { alarms } from './alarms/contents.ts'
import { approvals } from './approvals/contents.ts'
import { cameras } from './cameras/contents.ts'
import { devices } from './devices/contents.ts'
import { farm } from './farm/contents.ts'
import { flows } from './flows/contents.ts'
import type { Job } from './ground/clock/job.ts'
import type { Context, HandlersOf, ServerContents } from './ground/contents.ts'
import type { ApprovalForm } from './ground/approvals/forms.ts'
import type { WatchKind } from './ground/watch/kind.ts'
import { home } from './home/contents.ts'
import { insects } from './insects/contents.ts'
import { inventory } from './inventory/contents.ts'
import { map } from './map/contents.ts'
import { media } from './media/contents.ts'
import { news } from './news/contents.ts'
import { notices } from './notices/contents.ts'
import { organization } from './organization/contents.ts'
import { panoramas } from './panoramas/contents.ts'

/** What each area brings, a line an area; the session's stand in app.ts, since everything else is opened after them. */
const areas = {
  agriculture,
  alarms,
  approvals,
  cameras,
  devices,
  farm,
  flows,
  home,
  insects,
  inventory,
  map,
  media,
  news,
  notices,
  organization,
  panoramas,
} satisfies { readonly [Name in Exclude<AreaName, 'session'>]: ServerContents<Name> }

type Areas = typeof areas
type AllRules = Both<{ [Name in keyof Areas]: Areas[Name] extends { rules: infer Rules } ? Rules : never }[keyof Areas]>

const all: readonly {
  rules?: object
  forms?: readonly ApprovalForm[]
  watches?: (context: Omit<Context, 'watching'>) => readonly WatchKind[]
  jobs?: (context: Context) => readonly Job[]
  handlers: (context: Context) => object
}[] = Object.values(areas)

// A resource without a table and rules does not compile.
const rules: AllRules & Readonly<Record<ResourceName, unknown>> = Object.assign({}, ...all.map((area) => area.rules)) as AllRules

/** The table and the rules of every resource, for what is written once for all of them. */
export const registry = rules as unknown as Context['registry']

/** Every document that is approved. */
export const forms = all.flatMap(({ forms: own }) => own ?? [])

/** What all areas have watched. */
export const watchesOf = (context: Omit<Context, 'watching'>): readonly WatchKind[] =>
  all.flatMap(({ watches }) => watches?.(context) ?? [])

/** What all areas but the session do at times. */
export const jobsOf = (context: Context): readonly Job[] => all.flatMap(({ jobs }) => jobs?.(context) ?? [])

/** The handlers of the calls of all areas but the session's. */
export const handlersOf = (context: Context) =>
  Object.assign({}, ...all.map(({ handlers }) => handlers(context))) as Both<{ [Name in keyof Areas]: HandlersOf<Name> }[keyof Areas]>
