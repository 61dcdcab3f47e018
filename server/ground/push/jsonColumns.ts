/** What the json columns of the tables hold that the migrations of this room make; `npm run tables` reads it. */
export const jsonColumns = { 'push_feed.refs': '(number | [switchId: number, at: number, status: number])[]' }
