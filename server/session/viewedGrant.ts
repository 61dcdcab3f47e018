import type { Access, PermissionCode } from '#contract/core/call'
import type { Decision } from '../ground/http/decide.ts'
import type { Grant } from '../ground/http/handler.ts'

type Areas = readonly number[] | null
const common = (one: Areas, other: Areas): Areas => (one === null ? other : other === null ? one : one.filter((id) => other.includes(id)))

/** What both patterns lend: a pattern ends in `*`, and lends what begins like it. */
function both(one: string, other: string): string[] {
  const [begins, otherBegins] = [one, other].map((pattern) => (pattern.endsWith('*') ? pattern.slice(0, -1) : null))
  if (begins != null && other.startsWith(begins)) return [other]
  if (otherBegins != null && one.startsWith(otherBegins)) return [one]
  return one === other ? [one] : []
}

/** What somebody may see as somebody else: what both of them may, code by code, in the bases of both. Nobody sees more than they hold themselves. */
export function viewedGrant(viewed: Grant, viewer: Grant): Grant {
  const decideOne = (access: Access): Decision => {
    const theirs = viewed.decide(access)
    if (!theirs.allowed) return theirs
    const own = viewer.decide(access)
    return own.allowed ? { ...theirs, areas: common(theirs.areas, own.areas) } : own
  }
  const decide = (access: Access): Decision => {
    if (typeof access === 'string') return decideOne(access)
    const said = access.map(decideOne)
    const lending = said.filter(({ allowed }) => allowed)
    if (lending.length === 0) return said[0] ?? decideOne(access)
    const areas = lending.some((one) => one.areas === null) ? null : [...new Set(lending.flatMap((one) => one.areas ?? []))]
    return { allowed: true, reason: 'role', by: lending.flatMap(({ by }) => by), areas }
  }
  return {
    ...viewed,
    mark: `${viewed.mark} ${viewer.mark}`,
    codes: [...new Set(viewed.codes.flatMap((one) => viewer.codes.flatMap((other) => both(one, other))))],
    areas: common(viewed.areas, viewer.areas),
    decide,
    holds: (code: PermissionCode) => decide(code).allowed,
    areasFor: (wanted) => decide(wanted).areas,
  }
}
