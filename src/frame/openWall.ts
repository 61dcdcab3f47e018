/** Opens the digital map in a window of its own (BOOT-04). */
export const openWall = () => void open('/map', '_blank', 'noopener')
