import { LONGEST_RUN } from '#contract/devices/longestRun'

/**
 * The seconds after which the device of a switch (under this name in a statement) ends by itself what was started there, as it says of itself; null
 * where it does not say. What it says of the circuit goes before what it says of all.
 */
export const longestRunOf = (row: string): string => `(
  select trim(both '"' from w.value)::int from device_word w
  where w.tenant_id = ${row}.tenant_id and w.device_id = ${row}.device_id and w.scope = 'attribute'
    and w.name in ('${LONGEST_RUN}' || ${row}.circuit, '${LONGEST_RUN}') and w.value ~ '^"?[1-9][0-9]{0,6}"?$'
  order by length(w.name) desc limit 1)`
