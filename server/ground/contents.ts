import type { AreaName, areas } from '#contract/areas'
import type { AnyCall } from '#contract/core/call'
import type { ResourceName } from '#contract/resources'
import type { Job } from './clock/job.ts'
import type { Rules } from './crud/rules.ts'
import type { Approvals } from './approvals/approvals.ts'
import type { ApprovalForm } from './approvals/forms.ts'
import type { Files } from './files/open.ts'
import type { Handlers } from './http/handler.ts'
import type { Services } from './services.ts'
import type { WatchDesk, WatchKind } from './watch/kind.ts'

/** What the handlers of every area are made with. */
export interface Context extends Services {
  /** Table and rules of every resource, by its name. */
  readonly registry: Readonly<Record<ResourceName, Rules>>
  readonly approvals: Approvals
  readonly files: Files
  /** How what is watched stands. */
  readonly watching: WatchDesk
}

type Areas = typeof areas
type Calls<Name extends AreaName> = Areas[Name]['calls']
/** The handlers of every call that contract/<area>/contents.ts names. */
export type HandlersOf<Name extends AreaName> = {
  [Group in keyof Calls<Name>]: Calls<Name>[Group] extends Record<string, AnyCall> ? Handlers<Calls<Name>[Group]> : never
}

/** What an area brings to the server, said once in `server/<area>/contents.ts`; `server/areas.ts` has a line for each. */
export interface ServerContents<Name extends AreaName> {
  readonly handlers: (context: Context) => HandlersOf<Name>
  /** Table and rules of each of its resources (`rulesFor`), by the resource's name. */
  readonly rules?: Readonly<Record<string, unknown>>
  /** What it has watched. */
  readonly watches?: (context: Omit<Context, 'watching'>) => readonly WatchKind[]
  /** What it does at times. */
  readonly jobs?: (context: Context) => readonly Job[]
  /** The documents of this area that are approved. */
  readonly forms?: readonly ApprovalForm[]
}
