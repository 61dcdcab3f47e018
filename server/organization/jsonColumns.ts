/** What the json columns of the tables hold that the migrations of this room make; `npm run tables` reads it. */
export const jsonColumns = {
  'corporation.licences': 'string[]',
  'user_invitation.roles': "import('#contract/organization/user').GivenRole[]",
  'sim_source.fields': "import('#contract/organization/simSource').SimMapping",
}
