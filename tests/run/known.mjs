/** Whether what passes only when it is run again fails the run: to be switched on once three whole runs one after the other had none of it. */
export const STRICT = false

/**
 * Tests that may pass only when they are run again, alone: by the beginning of the line under which a run names them, with the cause and what will end
 * it. One that is not here fails a strict run.
 */
export const KNOWN = {}
