import { INQUIRY_READ } from '#contract/agriculture/permission'
import type { FileFence } from '../ground/files/fences.ts'

/** The pictures of an inquiry are read by those who read inquiries in its base. */
export const inquiryFence: FileFence = async (scope, { grant }, ids) => {
  const areas = grant.areasFor([INQUIRY_READ])
  if (!grant.holds(INQUIRY_READ)) return false
  let rows = scope.select('inquiry_message').select('inquiry_message.id').where('inquiry_message.id', 'in', ids)
  if (areas !== null) rows = rows.where('inquiry_message.area_id', 'in', areas.length > 0 ? areas : [0])
  return (await rows.limit(1).executeTakeFirst()) !== undefined
}
