import i18next from 'i18next'
import type { z } from 'zod'
import { fieldFaults } from '#contract/core/fieldFault'

/** What is said beside the fields of a form, by field. */
export type Faults = Readonly<Record<string, string>>

/** What a schema finds wrong with what was given, in the words in which the server says it. */
export const faultWords = (error: z.core.$ZodError, given: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.values(fieldFaults(error, given)).map(({ field, key, params }) => [field, i18next.t(`errors:field.${key}`, params)]),
  )
