import { TENANT_PARAMETER } from '#contract/session/tenantInAddress'

/** Session storage: the tenant that an address named, until somebody is known who may go there. */
const ASKED = 'furrow.askedTenant'

/** Takes the tenant that the address names out of it: what tells of an alarm leads to the tenant of that alarm, whichever was open before. */
export function keepAskedTenant(): void {
  const address = new URL(location.href)
  const asked = address.searchParams.get(TENANT_PARAMETER)
  if (asked === null) return
  address.searchParams.delete(TENANT_PARAMETER)
  history.replaceState(history.state, '', address)
  if (/^[1-9]\d{0,14}$/.test(asked)) sessionStorage.setItem(ASKED, asked)
}

/** The tenant that was asked for, once; null where none was. */
export function takeAskedTenant(): number | null {
  const asked = sessionStorage.getItem(ASKED)
  sessionStorage.removeItem(ASKED)
  return asked === null ? null : Number(asked)
}
