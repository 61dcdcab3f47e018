import { z } from 'zod'
import { AUDIT_STATUSES, PROGRESS } from '../core/document.ts'
import { amountText } from '../core/decimal.ts'
import { id } from '../core/values.ts'

/** The most materials of one task. */
export const MOST_MATERIALS = 30

/** What a task uses: so much of a product, in the unit in which it is kept. */
export const taskMaterial = z.object({ productId: id, quantity: amountText })
export const taskMaterialAnswer = z.object({
  productId: z.int(),
  productName: z.string(),
  unit: z.string(),
  quantity: z.string(),
  /** Of a plan: so much a mu of what it plants, as long as nobody has written another quantity; null: the quantity is what was written. */
  perMu: z.string().nullable(),
})
export type TaskMaterial = z.infer<typeof taskMaterialAnswer>

/** Why no issue could be drafted of what a task uses: it is done on no plot, its base has no store, or the issue's own rules refused it. */
export const ISSUE_FAULTS = ['noPlot', 'noStore', 'refused'] as const

/** The issue that was drafted when a task was finished. */
export const taskIssue = z.object({
  document: z
    .object({
      id: z.int(),
      code: z.string(),
      /** Who finished the task, or took it over: nobody else submits it. */
      applicantId: z.int(),
      applicantName: z.string(),
      auditStatus: z.enum(AUDIT_STATUSES),
      progress: z.enum(PROGRESS),
      /** It was submitted, and the task says other goods than it: a draft follows the task, what was submitted does not. */
      differs: z.boolean(),
      /** What its store has too little of, while it is not approved. */
      short: z.array(z.object({ productName: z.string(), unit: z.string(), by: z.string() })),
    })
    .nullable(),
  fault: z.enum(ISSUE_FAULTS).nullable(),
  /** What the rules said, in the language of who finished the task. */
  said: z.string().nullable(),
})
export type TaskIssue = z.infer<typeof taskIssue>
