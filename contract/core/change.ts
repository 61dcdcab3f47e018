/**
 * What consoles are told of when it was made, changed or deleted: records of resources and documents, and the parts of devices. Who says
 * one and who hears one name it from here, so that nothing is listened for that nobody says.
 */
export const CHANGES = [
  'area',
  'land',
  'worker',
  'crop',
  'variety',
  'taskType',
  'gateway',
  'item',
  'switch',
  'command',
  'rejectedMessage',
  'notice',
  'aplionform',
] as const
export type ChangeName = (typeof CHANGES)[number]
