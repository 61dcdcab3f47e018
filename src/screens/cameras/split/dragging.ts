const KIND = 'application/x-furrow-camera'

/** A camera is on its way into a place. */
export function dragCamera(data: DataTransfer, id: number): void {
  data.setData(KIND, String(id))
  data.effectAllowed = 'move'
}
export const carriesCamera = (data: DataTransfer): boolean => data.types.includes(KIND)
/** The camera that was dropped; null where it was something else. */
export const droppedCamera = (data: DataTransfer): number | null => Number(data.getData(KIND)) || null
