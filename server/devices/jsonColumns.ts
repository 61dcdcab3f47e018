/** What the json columns of the tables hold that the migrations of this room make; `npm run tables` reads it. */
export const jsonColumns = {
  'interlock.need': "import('#contract/devices/interlock').Need",
  'settings_batch.wanted': 'Record<string, unknown>',
  'recipe.channels': "import('#contract/devices/dosing').Recipe['channels']",
}
