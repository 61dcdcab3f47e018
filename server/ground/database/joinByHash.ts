import { sql } from 'kysely'
import type { Scope } from './scope.ts'

/**
 * Joins in this transaction read each table once. What the database knows of a table says nothing of an enterprise that is new in it, so that it takes
 * each of its tables for one row; joined row by row they are then read as often as all others have rows together: a list of 124 places took 8 s.
 * For lists of all that an enterprise has, whose tables are read as a whole anyway.
 */
export const joinByHash = ({ raw }: Scope) => sql`select set_config('enable_nestloop', 'off', true)`.execute(raw)
