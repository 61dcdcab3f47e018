import { defineContents } from '../core/contents.ts'
import { changes } from './changes.ts'
import { inquiryCalls } from './inquiry.ts'

export const agriculture = defineContents({ calls: { inquiry: inquiryCalls }, changes })
