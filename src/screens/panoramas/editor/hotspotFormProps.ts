import type { HotspotDraft, HotspotFaults } from '#machines/panoramas/hotspotDraft'

export interface HotspotFormProps {
  readonly draft: HotspotDraft
  readonly faults: HotspotFaults
  /** The other scenes of the tour. */
  readonly scenes: readonly { readonly scenesId: number; readonly scenesName: string }[]
  /** The bases of the tour. */
  readonly areas: readonly { readonly areaId: number; readonly areaName: string }[]
  readonly onType: (draft: Partial<Omit<HotspotDraft, 'name' | 'isNew'>>) => void
  readonly onConfirm: () => void
  readonly onCancel: () => void
}
