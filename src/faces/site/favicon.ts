/** The site's icon: a line that turns upwards, in one colour that both schemes can carry. */

export const FAVICON_PATH = '/favicon.svg';

export const FAVICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3" fill="#1d4f8c"/><path d="M2.5 11.5 6 10l3 1 4.5-6.5" fill="none" stroke="#fff" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round"/></svg>
`;
