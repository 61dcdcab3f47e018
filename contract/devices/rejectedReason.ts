import { z } from 'zod'

/** Why a message, a reading or a state was not used. */
export const rejectedReason = z.enum([
  'notJson',
  'shape',
  'notNumber',
  'tooMany',
  'tooOld',
  'ahead',
  'duplicate',
  'circuit',
  'itemName',
  'calculated',
  'beyond',
  'notBehind',
  'wrongPassword',
  'forbiddenTopic',
])
