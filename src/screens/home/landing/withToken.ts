/** HOME-03: the address of a page of the same house, with the access token in its query; a page of ours takes it out at once. */
export function withToken(address: string, accessToken: string, origin = location.origin): string {
  const url = new URL(address, origin)
  url.searchParams.set('access_token', accessToken)
  return url.href
}
