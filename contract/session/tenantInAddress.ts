/** The parameter of an address of the console that names a tenant: whoever comes by it is led there, where they are of it. */
export const TENANT_PARAMETER = 'tenant'

/** A path of the console, for whoever may have another tenant open. */
export const inTenant = (path: string, tenantId: number): string =>
  `${path}${path.includes('?') ? '&' : '?'}${TENANT_PARAMETER}=${tenantId}`
