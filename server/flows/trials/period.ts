/** What of a base is tried; ms UTC. */
export interface Period {
  readonly tenantId: number
  readonly areaId: number
  readonly from: number
  readonly to: number
}
