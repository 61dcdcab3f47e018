import type { PermissionCode } from '../core/call.ts'

/** A role's code list holds codes, or patterns that end in `*`. */
export function grants(held: readonly string[], code: PermissionCode): boolean {
  return held.some((one) => one === code || (one.endsWith('*') && code.startsWith(one.slice(0, -1))))
}
