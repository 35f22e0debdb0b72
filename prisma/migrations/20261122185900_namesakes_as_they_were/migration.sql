-- By hand. Which number everybody had before skeleton_of_more gives them anew: namesakes_keep_their_numbers needs it, and drops it.
-- Named so that it comes before the first; where that has been applied already, this keeps what it left.
create table namesake_before as select id, namesake from member where namesake is not null;
