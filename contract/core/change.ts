/**
 * The names of what consoles are told of when it was made, changed or deleted. Each area adds its own in `contract/<area>/changes.ts`; who
 * says one and who hears one are held to them, so that nothing is listened for that nobody says.
 */
export interface ChangeNames {}
export type ChangeName = keyof ChangeNames
