/** The six steps as people read them; the registry holds the definitions word by word. */

export const STEPS: Readonly<Record<string, { title: string; text: string }>> = {
  collect: {
    title: 'Collect',
    text: 'We read the commits on the default branch of every repository that we track of a company. Names and addresses of authors are replaced by keyed hashes while they are read.',
  },
  filter: {
    title: 'Filter',
    text: 'A commit counts unless it is a merge, stands in another repository of the company already, was made by a maintenance bot, or carries a date that cannot be right. Work by coding agents counts, and is marked.',
  },
  normalise: {
    title: 'Normalise',
    text: 'Authors and co-authors who share an address, or a name of two words or more, are one person. Co-authors count as people on the day of the commit. Coding agents do not.',
  },
  accelerate: {
    title: 'Accelerate',
    text: 'Commits, people and new repositories are counted up to the Sunday that ends the week, and compared with as many days before.',
  },
  classify: {
    title: 'Classify',
    text: 'Four kinds of change are measured against the company’s own past, each with the people, releases or packages that a reader can check by name. A signal is strong from 1 on; without evidence there is none.',
  },
  rank: {
    title: 'Rank',
    text: 'Every startup with commits gets three percentiles, and a score made of them. The 20 highest scores are the list of the week, among independent companies with at least 20 commits and three contributors.',
  },
};
