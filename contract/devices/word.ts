import { z } from 'zod'

/** Of what a device says that is no reading: beside its readings, or of itself. */
export const wordScope = z.enum(['telemetry', 'attribute'])
export type WordScope = z.infer<typeof wordScope>
