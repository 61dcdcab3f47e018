import { patterned } from '../core/field.ts'

/** Up to six spans of the local day, `22:00-06:00,12:30-14:00`. */
export const daySpans = patterned(
  /^([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d(,([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d){0,5}$/,
  'spans',
)
