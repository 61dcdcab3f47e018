import type { ApprovalRecord, Person, TaskState } from '#contract/approvals/approval'
import type { ApprovalStep } from '#contract/approvals/definition'
import type { DocumentEvent } from '#machines/approvals/document'

/** One question to one person. One that is not stored yet has a negative id. */
export interface RoundTask {
  readonly id: number
  readonly step: number
  readonly nodeName: string
  readonly position: number
  readonly assignee: Person
  readonly state: TaskState
  readonly comment: string | null
  /** ms UTC; null: its turn has not come. */
  readonly askedAt: number | null
  readonly decidedAt: number | null
  /** When it was said to lie too long. */
  readonly overdueAt: number | null
}

/** An approval in its present round: all that decides what may follow. */
export interface Round {
  readonly applicant: Person
  /** The nodes that it goes through, conditions decided. */
  readonly path: readonly ApprovalStep[]
  readonly state: 'PENDING' | 'APPROVED' | 'REJECTED' | 'WITHDRAWN'
  /** Where in the path it stands; the path's length once it has ended well. */
  readonly step: number
  readonly endedAt: number | null
  /** All tasks of the round, in the order in which a sequence asks. */
  readonly tasks: readonly RoundTask[]
  /** Who has a copy, of this round or an earlier one. */
  readonly copied: readonly number[]
}

/** What happens to it. What only the database knows (who somebody is, whom a node means now) comes along. */
export type RoundEvent =
  /** `exemptBy`: what says that nobody is asked; null where the flow says who is. */
  | { readonly type: 'submit'; readonly isFirst: boolean; readonly version: number; readonly exemptBy: string | null }
  /** The answer to `wants`: whom the node means; empty where it passes by itself, null where there is nobody to go to. */
  | { readonly type: 'reach'; readonly step: number; readonly people: readonly Person[] | null }
  | {
      readonly type: 'decide'
      readonly taskId: number
      readonly userId: number
      readonly verdict: 'approve' | 'reject'
      readonly comment: string | null
    }
  | {
      readonly type: 'transfer'
      readonly taskId: number
      readonly userId: number
      /** Null where there is no such colleague. */
      readonly to: Person | null
      /** The flow lets an applicant decide the own document. */
      readonly mayBeApplicant: boolean
      readonly comment: string | null
    }
  | { readonly type: 'withdraw'; readonly userId: number; readonly comment: string | null }
  /** The assignee of an open task has left: it goes to the administrator. */
  | { readonly type: 'replace'; readonly taskId: number; readonly to: Person }
  /** A task lies longer than its node allows; `to` is the administrator, where there is one. */
  | { readonly type: 'overdue'; readonly taskId: number; readonly to: Person | null }

/** A line of the approval's record. */
export interface Line {
  readonly action: ApprovalRecord['action']
  readonly actor?: Partial<Person>
  readonly nodeName?: string
  readonly toName?: string
  readonly comment?: string | null
  readonly version?: number
}
/** What a user is told of; `message` where there are words for it. A task that is not stored yet is named by its negative id. */
export interface Word {
  readonly userId: number
  readonly what: 'arrived' | 'closed' | 'copied' | 'moved'
  readonly taskId?: number
  readonly message?: string
  readonly node?: string
}
/** What follows beside the new round, in this order. */
export type Effect =
  | { readonly do: 'record'; readonly line: Line }
  | { readonly do: 'tell'; readonly word: Word }
  | { readonly do: 'move'; readonly event: DocumentEvent }

export interface Outcome {
  readonly round: Round
  readonly effects: readonly Effect[]
  /** The node that is to be reached next: it goes on with `reach`, once it is known whom the node means. */
  readonly wants: number | null
}
