import packed from 'gcoord'

// The package's types say that its default export has a default export; when it runs, in Node and in Vite alike, it has none.
export const gcoord = packed as unknown as (typeof packed)['default']
