/** A reason why the product cannot start: main.ts prints its message as one line and ends with exit code 1. */
export class StartFailure extends Error {}
