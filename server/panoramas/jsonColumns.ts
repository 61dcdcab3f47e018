/** What the json columns of the tables hold that the migrations of this room make; `npm run tables` reads it. */
export const jsonColumns = {
  'panorama_picture.index': "import('./cube/pack.ts').PackIndex | null",
  'panorama_picture.why': "import('./pictures.ts').Why | null",
}
