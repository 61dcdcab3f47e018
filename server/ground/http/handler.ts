import type { Readable } from 'node:stream'
import type { Kysely, Transaction } from 'kysely'
import type { z } from 'zod'
import type { Access, AnyCall, CallRequest, PermissionCode } from '#contract/core/call'
import type { Database } from '../database/schema.ts'
import type { Scope } from '../database/scope.ts'
import type { Decision } from './decide.ts'
import type { Part } from './multipart.ts'
import type { Language } from '../words.ts'

/** A caller that is no person: a client application, or a program that acts for a person by a token of theirs. */
export interface Client {
  readonly kind: 'application' | 'token'
  /** Of its row. */
  readonly id: number
  /** The one tenant in which it is anybody. */
  readonly tenantId: number
  readonly scopes: readonly string[]
  /** The bases of an application, null for all; a token has those of its person. */
  readonly areas: readonly number[] | null
  readonly timeZone: string
  readonly perMinute: number
  /** ms UTC from which on it is nobody any more, null where it does not end by itself. */
  readonly until: number | null
}

/** Who calls, after the token was checked. */
export interface Caller {
  /** Of an application that under which it writes. */
  readonly userId: number
  readonly sessionId: string
  readonly loginName: string
  /** The user's current tenant; -1 where the user belongs to none. */
  readonly currentTenant: number
  /** Signs in with a second factor, here or where the session was signed in. */
  readonly secondFactor: boolean
  /** Somebody else, who looks at the console as this user does; `sessionId` is then that of the viewing. */
  readonly viewing: Viewing | null
  /** Null: a person at a console. */
  readonly client: Client | null
}

/** Who looks as somebody else, in which tenant alone, until when (ms UTC). */
export interface Viewing {
  readonly viewerId: number
  readonly viewerName: string
  readonly viewerSecondFactor: boolean
  readonly tenantId: number
  readonly until: number
}

/** What the caller may do in one tenant. */
export interface Grant {
  readonly tenantId: number
  readonly codes: readonly string[]
  /** The bases that the caller may see, null for all. */
  readonly areas: readonly number[] | null
  readonly timeZone: string
  /** Another one as soon as anything else of the grant is another. */
  readonly mark: string
  /** The tenant demands a second factor, which a session without one lacks: then nothing is granted. */
  readonly demandsSecondFactor: boolean
  /** Whether the user may, and why. */
  readonly decide: (access: Access) => Decision
  readonly holds: (code: PermissionCode) => boolean
  /** The bases in which one of these codes is held, null for all: a role that names bases lends its codes there alone. */
  readonly areasFor: (codes: readonly PermissionCode[]) => readonly number[] | null
}

/** What a handler knows beside its validated input. */
export interface Asking {
  readonly language: Language
  /** The address the call came from. */
  readonly address: string
  readonly userAgent: string
  /** Throws for a public call that came without a token: declare `login` instead. */
  readonly caller: Caller
  /**
   * The grant in the tenant of the path, or in the current tenant where the path names none. For a call with a code, `areas` are
   * only the bases in which the caller holds it.
   */
  readonly grant: Grant
  /** Runs `work` in one transaction that sees only the grant's tenant. */
  readonly inTenant: <T>(work: (scope: Scope) => Promise<T>) => Promise<T>
  /** Runs `work` in one transaction of the service role, which sees every tenant, in the caller's name. */
  readonly inOwnName: <T>(service: Kysely<Database>, work: (raw: Transaction<Database>) => Promise<T>) => Promise<T>
  /** The same for the one act of who views as somebody else, in the viewer's own name: to end that. */
  readonly endsViewing: <T>(service: Kysely<Database>, work: (raw: Transaction<Database>) => Promise<T>) => Promise<T>
  /** A header of the request; undefined where it has none. */
  readonly header: (name: string) => string | undefined
  /** The caller wants the headers alone. */
  readonly headOnly: boolean
  /** The parts of a `multipart` body as they come; throws CallFailure where the body is none. */
  readonly parts: () => AsyncIterable<Part>
  /** The body of a call of `bytes` as it comes. */
  readonly bytes: () => Readable
}

/** An answer of bytes that streams, with a status and headers of its own. */
export class Streamed {
  readonly status: number
  readonly headers: Readonly<Record<string, string | number>>
  readonly body: Readable
  constructor(status: number, headers: Readonly<Record<string, string | number>>, body: Readable) {
    this.status = status
    this.headers = headers
    this.body = body
  }
}

/**
 * An answer of thousands of rows that the database wrote as JSON, with the fields of the declaration and no others: it is sent as it is, since
 * reading, checking and writing each row again costs more than asking for it. A test holds it against the declaration.
 */
export class Written {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** For what asks a handler it is the answer that it stands for. */
export const written = <Answer>(text: string): Answer => new Written(text) as Answer

/** A call that declares no answer produces bytes of its content type. */
export type Handler<C extends AnyCall> = (
  request: CallRequest<C>,
  asking: Asking,
) => Promise<C['answer'] extends z.ZodUndefined ? string | Uint8Array | Streamed | undefined : z.input<C['answer']>>

/** One handler for every call of a group: a missing one does not compile. */
export type Handlers<Group extends Record<string, AnyCall>> = { [Name in keyof Group]: Handler<Group[Name]> }
